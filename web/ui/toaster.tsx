import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { useEffect } from 'react'
import { toast as sonnerToast, Toaster as SonnerToaster } from 'sonner'
import './toaster.css'
import type { ToastOptions } from './toast-options.ts'
import { TopLayer } from './top-layer.tsx'

/** The list of toasts; toast.tsx loads it with the first of them. */
export function Toaster() {
  useEffect(() => {
    document.addEventListener('click', onClick)
    window.addEventListener('popstate', leaveBehind)
    return () => {
      document.removeEventListener('click', onClick)
      window.removeEventListener('popstate', leaveBehind)
    }
  }, [])
  return (
    <TopLayer>
      <SonnerToaster
        position="top-right"
        // On phones it is as wide as the page: below the header, whose menu stays free.
        mobileOffset={{ top: '4.5rem', left: '1rem', right: '1rem' }}
        duration={5000}
        gap={10}
        visibleToasts={4}
        closeButton
        icons={{
          success: <CircleCheck aria-hidden="true" className="size-5 text-good" />,
          error: <CircleAlert aria-hidden="true" className="size-5 text-bad" />,
          info: <Info aria-hidden="true" className="size-5 text-info" />,
        }}
      />
    </TopLayer>
  )
}

function onClick({ target }: MouseEvent): void {
  if (target instanceof Element && target.closest('a[href]')) leaveBehind()
}

/** Whoever leaves a screen has seen that something was done, and needn't be told on the next one. */
function leaveBehind(): void {
  for (const each of sonnerToast.getToasts())
    if ('type' in each && each.type === 'success' && !each.action) sonnerToast.dismiss(each.id)
}

/** Queues a toast; it is shown as soon as the Toaster has mounted. */
export function showToast(
  kind: 'success' | 'error' | 'info',
  message: string,
  { description, durationMs, action, id }: ToastOptions,
): void {
  sonnerToast[kind](message, {
    ...(description !== undefined && { description }),
    ...(durationMs !== undefined && { duration: durationMs }),
    ...(action !== undefined && { action }),
    ...(id !== undefined && { id }),
  })
}
