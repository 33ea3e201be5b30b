/** Lines of an exported operation log: JSON, and the Common Event Format (CEF 0) that collectors of logs read. */
import { version } from '../kernel/version.js';
import type { OperationRecord } from './operation-record.entity.js';

export const auditFormats = ['jsonl', 'cef'] as const;
export type AuditFormat = (typeof auditFormats)[number];

export const auditLine: Readonly<Record<AuditFormat, (record: OperationRecord) => string>> = {
  jsonl: (record) => {
    const { chainNumber, chainHash, date, userId, nodeId, elementId, changes, ...rest } = record;
    return JSON.stringify({
      ...{ number: chainNumber ?? null, hash: chainHash ?? null, ...rest, date: date.toISOString() },
      ...{ userId: userId ?? null, nodeId: nodeId ?? null, elementId: elementId ?? null },
      changes: changes ?? [],
    });
  },
  cef: (record) => {
    const head = ['Loupe', 'Loupe', version, record.operation, record.operation, '3'].map(inHead);
    const members = {
      rt: String(record.date.getTime()),
      externalId: record.id,
      suser: record.user,
      suid: record.userId ?? '',
      cn1Label: 'number',
      cn1: String(record.chainNumber ?? ''),
      cs1Label: 'hash',
      cs1: record.chainHash ?? '',
      cs2Label: 'elementId',
      cs2: record.elementId ?? '',
      cs3Label: 'elementType',
      cs3: record.elementType,
      cs4Label: 'elementName',
      cs4: record.elementName,
      cs5Label: 'organizationId',
      cs5: record.organizationId,
      cs6Label: 'changes',
      cs6: JSON.stringify(record.changes ?? []),
    };
    const extension = Object.entries(members).map(([name, value]) => `${name}=${inExtension(value)}`);
    return `CEF:0|${head.join('|')}|${extension.join(' ')}`;
  },
};

const inHead = (text: string) => text.replace(/[\\|]/g, '\\$&').replace(/[\r\n]+/g, ' ');
const inExtension = (text: string) => text.replace(/[\\=]/g, '\\$&').replace(/\r\n|[\r\n]/g, '\\n');
