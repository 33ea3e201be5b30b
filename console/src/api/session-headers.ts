/** Together with the session's cookie this header tells the server that its own page asks. */
export const sessionHeaders = { 'X-Loupe-Console': '1' } as const;
