/** Multipart requests of GraphQL made part by part, also such as no client sends. */
import { multipartBody, type RawPart, rawRequest } from '../rest/support/raw.js';
import type { TestApp } from '../kit/app.js';
import type { Tenant } from '../rest/support/tenant.js';

const BOUNDARY = 'XyZ';
export const FORM = `multipart/form-data; boundary=${BOUNDARY}`;
const mutation = `mutation ($parentId: ID!, $file: Upload) {
  createDocument(input: { parentId: $parentId, name: "Page", defaultLanguage: "en-US", file: $file }) { __typename ... on Problem { code message } }
}`;

export const field = (name: string, body: string): RawPart => ({
  headers: [`Content-Disposition: form-data; name="${name}"`],
  body,
});

export const file = (name: string, body: Buffer | string = 'x'): RawPart => ({
  headers: [
    `Content-Disposition: form-data; name="${name}"; filename="page.jpg"`,
    'Content-Type: image/jpeg',
  ],
  body,
});

export const map = (value: unknown = { 0: ['variables.file'] }): RawPart =>
  field('map', JSON.stringify(value));

export const bodyOf = (...parts: RawPart[]): Buffer => multipartBody(BOUNDARY, parts);

export interface FormAnswer {
  readonly status: number;
  readonly body: { data?: { createDocument?: { code?: string } } };
}

/** Sends forms in the name of a tenant's administrator. */
export class FormSender {
  constructor(
    private readonly loupe: TestApp,
    private readonly tenant: Tenant,
  ) {}

  operations(variables: Record<string, unknown> = { file: null }): RawPart {
    const { organizationId: parentId } = this.tenant;
    return field('operations', JSON.stringify({ query: mutation, variables: { parentId, ...variables } }));
  }

  async post(body: Buffer, type = FORM, authorization = `Bearer ${this.tenant.token}`): Promise<FormAnswer> {
    const headers = { 'Content-Type': type, Authorization: authorization };
    const { status, text } = await rawRequest(this.loupe.url, {
      method: 'POST',
      path: '/graphql',
      headers,
      body,
    });
    return { status, body: JSON.parse(text) as FormAnswer['body'] };
  }

  send(...parts: RawPart[]): Promise<FormAnswer> {
    return this.post(bodyOf(...parts));
  }
}
