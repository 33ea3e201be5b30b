/** What a server has acknowledged, to be asked for again after it was killed. */
import {
  type DemoHttpClient,
  DemoHttpError,
  elementsOf,
  memberOf,
  textMember,
} from '../../../demo/loader/http-client.js';

interface KnownFolder {
  readonly name: string;
  /** Values that its title may have: the acknowledged one, and one whose acknowledgement never came. */
  titles: readonly string[];
  /** `maybe` when its deletion was sent and not acknowledged. */
  state: 'present' | 'maybe' | 'absent';
}

interface KnownDocument {
  readonly photo: Buffer;
  /** Only pages with an action are shown to readers. */
  hasAction: boolean;
  /** Only pages of active documents are shown to readers. Undefined when a change of it was sent and not acknowledged. */
  isActive: boolean | undefined;
  scans: number;
  /** Scans that were sent and not acknowledged. */
  doubtfulScans: number;
}

/** Writers keep it; entries are asked for by `faults`. */
export class WriteLedger {
  readonly folders = new Map<string, KnownFolder>();
  readonly documents = new Map<string, KnownDocument>();
  /** Creations that were sent and not acknowledged: the name of the folder by the idempotency key. */
  readonly unanswered = new Map<string, string>();
  /** Ids of what changed since the last `faults`. */
  private readonly changed = new Set<string>();
  acknowledged = 0;
  /** Creations that were sent once more because no answer to them had come. */
  repeated = 0;

  /** Sends a change; `doubt` notes that it may happen, `settle` that it did. */
  async change<Answer>(
    id: string | null,
    send: () => Promise<Answer>,
    doubt: () => void,
    settle: (answer: Answer) => void,
  ): Promise<void> {
    if (id !== null) this.changed.add(id);
    doubt();
    const answer = await send();
    settle(answer);
    this.acknowledged += 1;
  }

  addFolder(id: string, name: string): void {
    this.folders.set(id, { name, titles: [], state: 'present' });
    this.changed.add(id);
  }

  addDocument(id: string, photo: Buffer): void {
    this.documents.set(id, { photo, hasAction: false, isActive: true, scans: 0, doubtfulScans: 0 });
    this.changed.add(id);
  }

  folder(id: string): KnownFolder {
    return this.folders.get(id) ?? unknown(id);
  }

  document(id: string): KnownDocument {
    return this.documents.get(id) ?? unknown(id);
  }

  /** The documents of which it is certain that readers are shown their page, the last made last. */
  shownDocuments(): readonly string[] {
    return [...this.documents].flatMap(([id, { hasAction, isActive }]) =>
      hasAction && isActive === true ? [id] : [],
    );
  }

  /** What is not as it was acknowledged, in words; of what changed lately, or of everything. */
  async faults(client: DemoHttpClient, { ofAll = false } = {}): Promise<readonly string[]> {
    const faults: string[] = [];
    const isWanted = (id: string) => ofAll || this.changed.has(id);
    for (const [id, folder] of this.folders) {
      if (isWanted(id)) faults.push(...(await folderFaults(client, id, folder)));
    }
    for (const [id, document] of this.documents) {
      if (isWanted(id)) faults.push(...(await documentFaults(client, id, document)));
    }
    this.changed.clear();
    return faults;
  }
}

async function folderFaults(client: DemoHttpClient, id: string, folder: KnownFolder): Promise<string[]> {
  const found = await unlessAbsent(client.send('GET', `/api/folders/${id}`));
  if (found === null) {
    if (folder.state === 'present') return [`Folder ${id} is lost.`];
    folder.state = 'absent';
    return [];
  }
  if (folder.state === 'absent') return [`Folder ${id} was deleted and is back.`];
  // What was not acknowledged did not happen, and no longer will.
  folder.state = 'present';
  const faults = textMember(found, 'Name') === folder.name ? [] : [`Folder ${id} has another name.`];
  if (folder.titles.length === 0) return faults;
  const [title] = elementsOf(await client.send('GET', `/api/nodes/${id}/titles`));
  const value = memberOf(title, 'Value') ?? '';
  if (typeof value === 'string' && folder.titles.includes(value)) folder.titles = [value];
  else faults.push(`Folder ${id} has the title ${JSON.stringify(value)}, not ${folder.titles.join(' or ')}.`);
  return faults;
}

async function documentFaults(
  client: DemoHttpClient,
  id: string,
  document: KnownDocument,
): Promise<string[]> {
  const faults: string[] = [];
  const found = await unlessAbsent(client.send('GET', `/api/documents/${id}`));
  if (found === null) return [`Document ${id} is lost.`];
  const isActive = textMember(found, 'Status') === 'Active';
  if (isActive !== (document.isActive ?? isActive)) faults.push(`Document ${id} has lost its status.`);
  const images = await client.send('GET', `/api/documents/${id}/images`);
  if (elementsOf(images).length !== 1) faults.push(`Document ${id} has not its one page.`);
  const matches = elementsOf(await client.send('GET', `/api/documents/${id}/matches`)).length;
  const most = document.scans + document.doubtfulScans;
  if (matches < document.scans || matches > most) {
    faults.push(`Document ${id} has ${matches} matches, not ${document.scans} to ${most}.`);
  }
  const actions = elementsOf(await client.send('GET', `/api/documents/${id}/actions`)).length;
  if (document.hasAction && actions !== 1) faults.push(`Document ${id} has lost its action.`);
  document.hasAction = actions > 0;
  Object.assign(document, { isActive, scans: matches, doubtfulScans: 0 });
  return faults;
}

async function unlessAbsent(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof DemoHttpError && error.status === 404) return null;
    throw error;
  }
}

function unknown(id: string): never {
  throw new Error(`The ledger does not know ${id}.`);
}
