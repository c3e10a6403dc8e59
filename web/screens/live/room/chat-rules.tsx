import { listRooms } from '#contract/rooms/calls.ts'
import { useQuery } from '#web/api/use-query.ts'
import { AcceptRules } from '#web/features/community-rules/accept-rules.tsx'
import { communityRulesTexts as texts } from '#web/features/community-rules/messages.ts'
import { ErrorLine } from '#web/ui/error-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** In place of the field: the rules of the page's community, for who hasn't accepted them. */
export function ChatRules({ pageHandle, pageName }: { pageHandle: string; pageName: string }) {
  const community = useQuery(listRooms, { pageHandle })
  if (community.error) return <ErrorLine>{community.error.message}</ErrorLine>
  if (!community.data) return <Spinner label={texts.loading} />
  return (
    <section aria-label={texts.title(pageName)} className="max-h-[45dvh] overflow-y-auto">
      <h2 dir="auto" className="mb-3 text-base font-semibold wrap-break-word">
        {texts.title(pageName)}
      </h2>
      <AcceptRules {...{ pageHandle }} rules={community.data.rules} label={texts.accept} />
    </section>
  )
}
