import { addPushDevice, getPushKey, removePushDevice } from '#contract/notifications/calls.ts'
import { call } from '#web/api/call.ts'

const WORKER_PATH = '/service-worker.js'

/** Whose pushes this browser takes: somebody else who signs in on it has to choose for themselves. */
const STORED_AS = 'push-for'

/** `installed-only`: iPhones and iPads take pushes for pages on the home screen alone. */
export type PushState = 'on' | 'off' | 'refused' | 'unsupported' | 'installed-only'

function isSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

function isAppleMobile(): boolean {
  return /iPad|iPhone|iPod/.test(navigator.userAgent)
}

export async function pushState(userId: string): Promise<PushState> {
  if (!isSupported()) return isAppleMobile() ? 'installed-only' : 'unsupported'
  if (Notification.permission === 'denied') return 'refused'
  const subscription = await currentSubscription()
  return subscription && localStorage.getItem(STORED_AS) === userId ? 'on' : 'off'
}

/** Asks the person and the browser, and tells the server. */
export async function turnPushOn(userId: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted')
    return Notification.permission === 'denied' ? 'refused' : 'off'
  const { publicKey } = await call(getPushKey, {})
  await navigator.serviceWorker.register(WORKER_PATH)
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  await tellServer(subscription)
  localStorage.setItem(STORED_AS, userId)
  return 'on'
}

export async function turnPushOff(): Promise<PushState> {
  localStorage.removeItem(STORED_AS)
  const subscription = await currentSubscription()
  if (!subscription) return 'off'
  await call(removePushDevice, { endpoint: subscription.endpoint })
  await subscription.unsubscribe()
  return 'off'
}

/** After signing in again: the device belongs to the new session. */
export async function keepPush(userId: string): Promise<void> {
  if ((await pushState(userId)) !== 'on') return
  const subscription = await currentSubscription()
  if (subscription) await tellServer(subscription)
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function tellServer(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  await call(addPushDevice, { endpoint: endpoint ?? '', keys: { p256dh, auth } })
}
