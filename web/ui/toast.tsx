import { lazy, Suspense, useSyncExternalStore } from 'react'

import { type PlainToast, PlainToasts } from './plain-toasts.tsx'
import { TopLayer } from './top-layer.tsx'

export type ToastOptions = {
  /** A second line. */
  description?: string
  /** How long it stays, in milliseconds; {@link TOAST_MS} when absent. */
  durationMs?: number
  /** One thing to do about it, such as "Undo". */
  action?: { label: string; onClick: () => void }
  /** A toast with the id of one still shown takes its place. */
  id?: string
}

type Kind = 'success' | 'error' | 'info'

/** The spec's time. */
const TOAST_MS = 5000

function loadToaster() {
  return import('./toaster.tsx')
}

const Toaster = lazy(async () => ({ default: (await loadToaster()).Toaster }))

interface Shown {
  /** Toasts have come, and the code that shows them with them. */
  hasToaster: boolean
  /** Those that came when that code could not be fetched. */
  plain: readonly PlainToast[]
}

const NOTHING: Shown = { hasToaster: false, plain: [] }
let shown = NOTHING
let plainCount = 0
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(changes: Partial<Shown>): void {
  shown = { ...shown, ...changes }
  for (const listener of listeners) listener()
}

async function show(kind: Kind, message: string, options: ToastOptions): Promise<void> {
  const toaster = await loadToaster().catch(() => null)
  if (toaster === null) {
    showPlainly(message, options)
    return
  }
  toaster.showToast(kind, message, { durationMs: TOAST_MS, ...options })
  change({ hasToaster: true })
}

function showPlainly(message: string, { description, durationMs = TOAST_MS }: ToastOptions): void {
  plainCount += 1
  const id = plainCount
  change({ plain: [...shown.plain, { id, message, description }] })
  setTimeout(() => closePlain(id), durationMs)
}

function closePlain(id: number): void {
  change({ plain: shown.plain.filter((toast) => toast.id !== id) })
}

/** Short news at the top right, also above an open dialog, that leave by themselves. */
export const toast = {
  success: (message: string, options: ToastOptions = {}) => void show('success', message, options),
  error: (message: string, options: ToastOptions = {}) => void show('error', message, options),
  info: (message: string, options: ToastOptions = {}) => void show('info', message, options),
}

/** Where toasts appear: once, at the root of the app. Costs nothing until the first toast. */
export function ToastRegion() {
  const { hasToaster, plain } = useSyncExternalStore(
    subscribe,
    () => shown,
    () => NOTHING,
  )
  if (!hasToaster && plain.length === 0) return null
  return (
    <TopLayer>
      {hasToaster && (
        <Suspense fallback={null}>
          <Toaster />
        </Suspense>
      )}
      <PlainToasts toasts={plain} onClose={closePlain} />
    </TopLayer>
  )
}
