import type { ReactNode } from 'react'

import { Button } from '#web/ui/button.tsx'

import { useIsHydrated } from './use-is-hydrated.ts'

/**
 * The button that submits a form. It works as soon as the page's script does: before that the browser would submit the
 * form natively, to a page that accepts none. It looks the same meanwhile, since that is only a moment.
 */
export function SubmitButton({ isLoading, children }: { isLoading: boolean; children: ReactNode }) {
  const isHydrated = useIsHydrated()
  return (
    <Button
      type="submit"
      variant="primary"
      size="large"
      isFullWidth
      isLoading={isLoading}
      disabled={!isHydrated}
      className="disabled:bg-brand! disabled:text-brand-ink!"
    >
      {children}
    </Button>
  )
}
