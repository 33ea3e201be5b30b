import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { multipartBody, rawRequest } from '../rest/support/raw.js';
import { Tenant } from '../rest/support/tenant.js';

const loupe = useTestApp();
let tenant: Tenant;

beforeAll(async () => {
  tenant = await Tenant.create(loupe);
});

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const names = async () => {
  const { body } = await tenant.send('GET', `/api/nodes/${tenant.organizationId}/folders`);
  return (body as readonly { Name: string }[]).map((folder) => folder.Name);
};

async function post(path: string, type: string, body: Buffer) {
  const headers = { Authorization: `Bearer ${tenant.token}`, 'Content-Type': type };
  const { status, text } = await rawRequest(loupe.url, { method: 'POST', path, headers, body });
  return { status, body: JSON.parse(text) };
}

describe('texts in GraphQL requests', () => {
  const mutation =
    'mutation ($parentId: ID!, $name: String!) { createFolder(input: { parentId: $parentId, name: $name }) { __typename } }';
  const graphql = async (body: Buffer, type = 'application/json') => post('/graphql', type, body);
  const request = (name: string) =>
    `{"query":${JSON.stringify(mutation)},"variables":{"parentId":"${tenant.organizationId}","name":"${name}"}}`;

  test('are understood in a declared charset', async () => {
    const answer = await graphql(latin1(request('Caf\xe9 G')), 'application/json; charset=iso-8859-1');
    expect(answer.status).toBe(200);
    expect(await names()).toContain('Café G');
  });

  test.each([
    ['bytes that are not UTF-8', () => latin1(request('caf\xe9')), /UTF-8/],
    ['half of a surrogate pair', () => Buffer.from(request('\\udc00')), /surrogate/],
    ['NUL', () => Buffer.from(request('a\\u0000')), /NUL/],
    [
      'NUL spelled in the document',
      () =>
        Buffer.from(
          JSON.stringify({
            query: `mutation { createFolder(input: { parentId: "${tenant.organizationId}", name: "a\\u0000b" }) { __typename } }`,
          }),
        ),
      /NUL/,
    ],
  ])('with %s are refused in the form of GraphQL', async (_, body, message) => {
    const before = await names();
    const answer = await graphql(body());
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ message: expect.stringMatching(message), extensions: { code: 'BAD_USER_INPUT' } }] },
    });
    expect(await names()).toEqual(before);
  });

  test('obey the same rules in multipart requests', async () => {
    const parts = (bytes: Buffer, type: string) =>
      multipartBody('XyZ', [
        {
          headers: ['Content-Disposition: form-data; name="operations"', `Content-Type: ${type}`],
          body: bytes,
        },
        { headers: ['Content-Disposition: form-data; name="map"'], body: '{}' },
      ]);
    const form = 'multipart/form-data; boundary=XyZ';
    const refused = await graphql(parts(latin1(request('caf\xe9')), 'application/json'), form);
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ message: expect.stringMatching(/operations: .*UTF-8/) }] },
    });
    const read = await graphql(
      parts(latin1(request('Th\xe9')), 'application/json; charset=iso-8859-1'),
      form,
    );
    expect(read.status).toBe(200);
    expect(await names()).toContain('Thé');
  });
});
