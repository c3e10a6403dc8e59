/*
 * Shows what the server pushes (server/domains/notifications/push), and opens what it leads to. It keeps no pages: they
 * come from the server, as they always do.
 */
const ICON = '/icons/icon-192.png'

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  const { title, path, tag } = event.data?.json() ?? {}
  // Browsers take pushes away from pages that show nothing.
  const shown = { tag, icon: ICON, badge: ICON, data: { path } }
  event.waitUntil(self.registration.showNotification(title ?? 'Cheers', shown))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data?.path))
})

/** In a window that is open already, or in a new one; only pages of ours. */
async function openPage(path) {
  const url = new URL(path ?? '/notifications', self.location.origin)
  if (url.origin !== self.location.origin) return
  const windows = await self.clients.matchAll({ type: 'window' })
  for (const window of windows) {
    await window.focus()
    // One that isn't ours to steer is left where it is.
    if (await window.navigate(url.href).catch(() => null)) return
  }
  await self.clients.openWindow(url.href)
}
