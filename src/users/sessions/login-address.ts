/** The page of the console at which a code sets a password. */
export function passwordAddress(serverAddress: string, code: string): string {
  return `${serverAddress.replace(/\/$/, '')}/password#code=${code}`;
}

/** The page of the console that a code logs in at. Behind the `#` the code reaches no log and no other site. */
export function loginAddress(serverAddress: string, code: string): string {
  return `${serverAddress.replace(/\/$/, '')}/login#code=${code}`;
}
