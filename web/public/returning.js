/*
 * Runs before the first paint of a returning member's page (web/entry-server.tsx), and writes into the document how
 * much space to reserve for content only this browser knows; styles named in web/features/recently-visited/room.ts read
 * it.
 */
try {
  const visits = JSON.parse(localStorage.getItem('recently-visited') ?? '[]')
  const handle = location.pathname.slice(1).toLowerCase()
  const isMember = visits.some(({ pageHandle, isSubscribed }) => isSubscribed && pageHandle.toLowerCase() === handle)
  document.documentElement.dataset.visits = '12345'.slice(0, visits.length)
  if (isMember) document.documentElement.dataset.member = ''
} catch {
  // Nothing is known: the space is a new visitor's.
}
