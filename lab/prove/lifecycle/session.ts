/** Both halves of a session. */
export interface Session {
  token: string
  cookie: string
}
