/** Together with the session's cookie this header shows the server that the request comes from its own page. */
export const sessionHeaders = { 'X-Loupe-Console': '1' } as const;
