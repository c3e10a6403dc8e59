/* Only in memory: an address in the page's own address would end up in logs. */

let known = ''

/** Keeps the email address that somebody signed up with or confirmed, for as long as this page is open. */
export function keepAddress(email: string): void {
  known = email
}

/** What the login form begins with. */
export function knownAddress(): string {
  return known
}
