/** The address that opens an approval without an account. */
export function approvalUrl(baseUrl: string, code: string): string {
  return `${baseUrl.replace(/\/$/, '')}/approval#code=${code}`;
}
