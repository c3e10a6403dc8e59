import type { ToastOptions } from './toast-options.ts'
import { lazy, Suspense, useSyncExternalStore } from 'react'

function loadToaster() {
  return import('./toaster.tsx')
}

const Toaster = lazy(async () => ({ default: (await loadToaster()).Toaster }))

interface Shown {
  /** Toasts are queued, and the code that shows them has loaded. */
  hasToaster: boolean
  /** The latest toast when that code failed to load. */
  plain: string | null
}

const NOTHING: Shown = { hasToaster: false, plain: null }
const PLAIN_MS = 8000
let shown = NOTHING
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(changes: Partial<Shown>): void {
  shown = { ...shown, ...changes }
  for (const listener of listeners) listener()
}

async function show(
  kind: 'success' | 'error' | 'info',
  message: string,
  options: ToastOptions,
): Promise<void> {
  const toaster = await loadToaster().catch(() => null)
  toaster?.showToast(kind, message, options)
  change(toaster ? { hasToaster: true, plain: null } : { plain: message })
  // A toast that replaced it has its own time.
  if (!toaster) setTimeout(() => shown.plain === message && change({ plain: null }), PLAIN_MS)
}

/**
 * Preloads the toasts' code where some are to be expected: a toast about a lost connection must not need one to load.
 */
export function prepareToasts(): void {
  void loadToaster().catch(() => undefined)
}

/** Short notices at the top right, also above an open dialog, that disappear automatically. */
export const toast = {
  success: (message: string, options: ToastOptions = {}) => void show('success', message, options),
  error: (message: string, options: ToastOptions = {}) => void show('error', message, options),
  info: (message: string, options: ToastOptions = {}) => void show('info', message, options),
}

/** Where toasts appear: once, at the root of the app. Costs next to nothing until the first toast. */
export function ToastRegion() {
  const { hasToaster, plain } = useSyncExternalStore(
    subscribe,
    () => shown,
    () => NOTHING,
  )
  return (
    <>
      {hasToaster && (
        <Suspense fallback={null}>
          <Toaster />
        </Suspense>
      )}
      {plain !== null && (
        <p
          role="alert"
          className="fixed inset-x-4 top-4 z-50 rounded-control bg-paper-raised p-4 text-ink shadow-float sm:start-auto"
        >
          {plain}
        </p>
      )}
    </>
  )
}
