/*
 * Runs before the first paint of a page for members who come back (web/entry-server.tsx), and says in the document how
 * much room to leave for what only this browser knows; styles named in web/features/recently-visited/room.ts read it.
 */
try {
  const visits = JSON.parse(localStorage.getItem('recently-visited') ?? '[]')
  const handle = location.pathname.slice(1).toLowerCase()
  const isMember = visits.some(({ pageHandle, isSubscribed }) => isSubscribed && pageHandle.toLowerCase() === handle)
  document.documentElement.dataset.visits = '12345'.slice(0, visits.length)
  if (isMember) document.documentElement.dataset.member = ''
} catch {
  // Nothing is known: the room is that of somebody new.
}
