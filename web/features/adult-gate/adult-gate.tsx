import { CREATOR_MINIMUM_AGE } from '#contract/site/policy.ts'
import { Button } from '#web/ui/button.tsx'

import { confirmAdult } from './adult-confirmation.ts'

/** In place of a page with adult content until the person says to be old enough. */
export function AdultGate({ pageName }: { pageName: string }) {
  return (
    <section
      aria-labelledby="adult-gate-title"
      className="mx-auto flex min-h-[60dvh] max-w-form flex-col items-center justify-center px-4 py-16 text-center"
    >
      <p
        aria-hidden="true"
        className="mb-6 grid size-16 place-items-center rounded-full bg-champagne font-display text-xl inset-ring inset-ring-champagne-line"
      >
        {`${CREATOR_MINIMUM_AGE}+`}
      </p>
      <h1 id="adult-gate-title" className="font-display text-2xl wrap-break-word sm:text-3xl">
        {pageName} is for adults
      </h1>
      <p className="mt-3 text-base text-ink-soft">
        {`This page is marked as adult content. You must be ${CREATOR_MINIMUM_AGE} or older to see it.`}
      </p>
      <div className="mt-8 flex w-full flex-col gap-3 sm:w-auto sm:flex-row-reverse">
        <Button variant="primary" onClick={confirmAdult}>
          {`I am ${CREATOR_MINIMUM_AGE} or older`}
        </Button>
        <Button to="/">Leave this page</Button>
      </div>
    </section>
  )
}
