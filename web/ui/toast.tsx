import { lazy, Suspense, useSyncExternalStore } from 'react'

export type ToastOptions = {
  /** A second line. */
  description?: string
  /** How long it stays, in milliseconds; 5,000 when absent. */
  durationMs?: number
  /** One thing to do about it, such as "Undo". */
  action?: { label: string; onClick: () => void }
  /** A toast with the id of one still shown takes its place. */
  id?: string
}

function loadToaster() {
  return import('./toaster.tsx')
}

const Toaster = lazy(async () => ({ default: (await loadToaster()).Toaster }))

let hasToasted = false
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function show(
  kind: 'success' | 'error' | 'info',
  message: string,
  options: ToastOptions,
): Promise<void> {
  const { showToast } = await loadToaster()
  showToast(kind, message, options)
  hasToasted = true
  for (const listener of listeners) listener()
}

/**
 * Fetches ahead what toasts are shown with, where some are to be expected: one that says the line is gone must not have
 * to come over it.
 */
export function prepareToasts(): void {
  void loadToaster().catch(() => undefined)
}

/** Short news at the top right, also above an open dialog, that leave by themselves. */
export const toast = {
  success: (message: string, options: ToastOptions = {}) => void show('success', message, options),
  error: (message: string, options: ToastOptions = {}) => void show('error', message, options),
  info: (message: string, options: ToastOptions = {}) => void show('info', message, options),
}

/** Where toasts appear: once, at the root of the app. Costs nothing until the first toast. */
export function ToastRegion() {
  const isNeeded = useSyncExternalStore(
    subscribe,
    () => hasToasted,
    () => false,
  )
  return isNeeded ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null
}
