import type { ReactNode } from 'react'

import { Button } from '#web/ui/button.tsx'

import { useIsHydrated } from './use-is-hydrated.ts'

/**
 * The button that sends a form. It works once the page's script does: until then the browser would send the form by
 * itself, to a page that takes none. It looks the same meanwhile, since that is a moment.
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
