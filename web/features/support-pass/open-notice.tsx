import { getBadges } from '#contract/notifications/calls.ts'
import { getOwnPass, takePassBack } from '#contract/staff/calls.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

import { clockTime } from '#web/features/time/clock-time.ts'
import { supportPassTexts } from './messages.ts'

const texts = supportPassTexts.notice
const ASK_AGAIN_MS = 30_000

/** That somebody looks, and the way to end it. It goes by itself when the time is over. */
export function OpenNotice({ until }: { until: string }) {
  useQuery(getBadges, {}, { refetchEveryMs: ASK_AGAIN_MS })
  const end = useMutation(takePassBack, { refreshes: [getBadges, getOwnPass] })
  return (
    <div className="mx-auto w-full max-w-app px-4 pt-4 sm:px-6 lg:px-10 print:hidden">
      <Banner
        tone="warn"
        title={texts.title(clockTime(until))}
        action={
          <Button
            size="small"
            isLoading={end.isPending}
            onClick={() =>
              end.mutate(
                { input: {} },
                {
                  onSuccess: () => toast.success(supportPassTexts.takenBack),
                  onError: ({ message }) => toast.error(message),
                },
              )
            }
          >
            {texts.end}
          </Button>
        }
      >
        {texts.body}
      </Banner>
    </div>
  )
}
