/** The page of machine tokens, with the scopes of the table in the code. */
import { scopeFacts } from '../../src/access/scopes.js';

/** Markdown with a row for each scope. */
export function scopesPage(): string {
  const rows = scopeFacts().map(({ scope, words, brings, roles }) => {
    const more = brings.map((each) => `\`${each}\``).join(', ');
    return `| \`${scope}\` | ${words} | ${more} | ${roles.join(', ')} |`;
  });
  return `# Machine tokens

A program that works with Loupe shows a token of its own instead of somebody's password: \`Authorization: Bearer lmt_…\`, over REST,
GraphQL and for uploads alike. A token

- **has a name and an owner.** It may do what both its scopes and the roles of its owner allow; it stops with them, when they lose the
  role or are set inactive, and it is deleted with them.
- **has a place**: an organization, or a folder that it is limited to. What is beside or above looks absent.
- **expires**, after 90 days unless you say 1 to 366, and can be revoked: both hold from the next request on. A program that believes
  its token is known to others revokes it itself (\`POST /token/revoke\`, \`mutation { logout { … } }\`).
- **is shown once.** The server keeps its SHA-256. It begins with \`lmt_\`, by which scanners of source code find it.
- **is noted**: what it changes stands in the operation log as “name (token of owner)”, and its uses are listed by day and network address
  for 90 days. Lines of the server's log name it by \`tokenId\`. It appears in no address and in no log.
- **is no person**: no token changes passwords or roles, makes tokens, approves comparisons or opens the console. Users are changed by the
  directory of a company alone, with the scope \`user:provision\` ([SCIM](single-sign-on.md#users-and-groups-from-a-directory)).

Make one in the console (Administration, “Keys and QR codes”), by \`createMachineToken\`, or on the server:

\`\`\`sh
loupe token create --org "Lisière" --owner ada@lisiere.example --name "Content system" --scope content:write
\`\`\`

To recognize photos a program needs no token: that is what the organization's ApiKey and publishable keys are for.

## What a scope allows

A token gets the scopes that it is made for and what these bring. GraphQL spells \`content:write\` as \`CONTENT_WRITE\`. A scope that a later
version no longer knows allows nothing, and is listed with the token. This table is made of the one in the code (\`npm run docs:scopes\`).

| Scope | It may | Brings | Owners |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}
