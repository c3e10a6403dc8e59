import { ChevronLeft, X } from 'lucide-react'
import { useEffect, useState } from 'react'

import { MESSAGE_MAX_LENGTH } from '#contract/channels/rules.ts'
import { findReach, listConversations, startConversation } from '#contract/conversations/calls.ts'
import { GROUP_NAME_MAX_LENGTH, REQUEST_MAX_LENGTH } from '#contract/conversations/rules.ts'
import { useQuery } from '#web/api/use-query.ts'
import { channelTexts } from '#web/features/channel/messages.ts'
import { PictureButton } from '#web/features/channel/writing/picture-button.tsx'
import { PictureStrip } from '#web/features/channel/writing/picture-strip.tsx'
import { awaitPictures, letGoOfPictures } from '#web/features/channel/writing/pictures-in-hand.ts'
import { usePictures } from '#web/features/channel/writing/use-pictures.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { useSearchParams } from '#web/routing/location.ts'
import { navigate } from '#web/routing/navigate.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { conversationPath, MESSAGES_PATH, nameOf } from './address.ts'
import { messagesTexts } from './messages.ts'
import { PeoplePicker, type Reachable } from './people-picker.tsx'

const texts = messagesTexts.compose

/** A first message: to the page or person that the address names, or to whomever the viewer chooses. */
export function Compose() {
  const search = useSearchParams()
  const [pageHandle, userId] = [search.get('page'), search.get('person')]
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <header className="flex h-16 items-center gap-1 border-b border-line ps-1 lg:ps-6">
        <Link
          to={MESSAGES_PATH}
          aria-label={messagesTexts.back}
          className="grid size-11 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-wash hover:text-ink lg:hidden"
        >
          <ChevronLeft aria-hidden="true" className="size-5" />
        </Link>
        <h2 className="font-semibold">{texts.title}</h2>
      </header>
      <div className="mx-auto max-w-form px-4 py-6 sm:px-6">
        {pageHandle !== null || userId !== null ? (
          <ToOne named={pageHandle === null ? { userId: userId ?? '' } : { pageHandle }} />
        ) : (
          <MessageForm named={null} person={null} isRequest={false} />
        )}
      </div>
    </div>
  )
}

type Named = { pageHandle: string } | { userId: string }

function ToOne({ named }: { named: Named }) {
  const reach = useQuery(findReach, named)
  const conversationId = reach.data?.conversationId ?? null

  useEffect(() => {
    if (conversationId !== null) navigate(conversationPath(conversationId), { replace: true })
  }, [conversationId])

  if (!reach.data || conversationId !== null) {
    if (!reach.error) return <SkeletonList label={messagesTexts.loading} count={2} />
    return (
      <ErrorState
        title={messagesTexts.failed}
        onRetry={() => void reach.refetch()}
        isRetrying={reach.isFetching}
      >
        {reach.error.message}
      </ErrorState>
    )
  }
  const { door, person } = reach.data
  if (door === 'closed' || person === null)
    return (
      <EmptyState title={texts.closedTitle} className="border-none">
        {texts.closed}
      </EmptyState>
    )
  return <MessageForm named={named} person={person} isRequest={door === 'request'} />
}

interface MessageFormProps {
  /** null: whom it goes to is chosen here. */
  named: Named | null
  person: Reachable | null
  isRequest: boolean
}

function MessageForm({ named, person, isRequest }: MessageFormProps) {
  const [chosen, setChosen] = useState<readonly Reachable[]>([])
  // Sent again after a lost answer, it is the same message.
  const [clientKey] = useState(() => crypto.randomUUID())
  const draftKey = `compose ${clientKey}`
  const form = useCallForm(startConversation, {
    initial: { name: '', body: '' },
    async input({ name, body }) {
      if (named === null && chosen.length === 0) return texts.noPeople
      if (body.trim() === '' && pictures.length === 0) return texts.empty
      const to = named === null ? addressOf(chosen) : 'userId' in named ? { userIds: [named.userId] } : named
      try {
        const mediaIds = await awaitPictures(draftKey)
        return { clientKey, ...to, body, mediaIds, ...(chosen.length > 1 && { name }) }
      } catch (error) {
        return error instanceof Error ? error.message : texts.failed
      }
    },
    refreshes: [listConversations],
    onDone({ conversationId }) {
      letGoOfPictures(draftKey)
      navigate(conversationPath(conversationId), { replace: true })
    },
    onRefused: ({ message }) => ({ form: message }),
  })
  const { ref } = form.props
  const picturing = usePictures(isRequest ? null : draftKey, ref)
  const { pictures } = picturing

  return (
    <form {...form.props} data-drop-area="" className="flex flex-col gap-5">
      <FormError>{form.problem}</FormError>
      {person ? (
        <div className="flex items-center gap-3">
          <Face person={person} />
          <bdi className="min-w-0 truncate font-semibold">{nameOf(person)}</bdi>
        </div>
      ) : (
        <div>
          {chosen.length > 0 && (
            <ul aria-label={texts.to} className="mb-3 flex flex-wrap gap-2">
              {chosen.map((one) => (
                <li
                  key={one._id}
                  className="flex max-w-full items-center gap-2 rounded-full bg-brand-soft ps-1 text-sm font-medium"
                >
                  <Face person={one} />
                  <bdi className="min-w-0 truncate">{nameOf(one)}</bdi>
                  <button
                    type="button"
                    aria-label={texts.remove(nameOf(one))}
                    onClick={() => setChosen(chosen.filter(({ _id }) => _id !== one._id))}
                    className="grid size-11 shrink-0 place-items-center rounded-full text-ink-soft hover:text-ink"
                  >
                    <X aria-hidden="true" className="size-4" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <PeoplePicker
            leftOut={chosen.map(({ _id }) => _id)}
            onPick={(one) => setChosen([...chosen, one])}
          />
        </div>
      )}
      {chosen.length > 1 && (
        <TextField
          {...form.field('name')}
          label={texts.groupName}
          help={texts.groupHelp}
          maxLength={GROUP_NAME_MAX_LENGTH}
        />
      )}
      {isRequest && person && <p className="text-sm text-ink-soft">{texts.request(nameOf(person))}</p>}
      <TextArea
        {...form.field('body')}
        label={texts.body}
        rows={5}
        {...(person && { 'data-autofocus': '', autoFocus: true })}
        characterLimit={isRequest ? REQUEST_MAX_LENGTH : MESSAGE_MAX_LENGTH}
        onPaste={(event) => picturing.paste(event)}
      />
      {!isRequest && (
        <div>
          <div className="flex items-center gap-2">
            <PictureButton onPick={picturing.add} />
            <span className="text-sm text-ink-soft">
              {picturing.isOver ? channelTexts.pictures.drop : texts.pictures}
            </span>
          </div>
          {pictures.length > 0 && <PictureStrip pictures={pictures} />}
          {picturing.notice !== null && (
            <p role="alert" className="mt-2 text-sm text-bad">
              {picturing.notice}
            </p>
          )}
        </div>
      )}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button to={MESSAGES_PATH}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" isLoading={form.isSaving}>
          {isRequest ? texts.sendRequest : texts.send}
        </Button>
      </div>
    </form>
  )
}

/** One page is named by its handle: people may have several ways to write to each other. */
function addressOf(chosen: readonly Reachable[]): { pageHandle: string } | { userIds: string[] } {
  const [only, ...others] = chosen
  if (only && others.length === 0 && only.pageHandle !== null) return { pageHandle: only.pageHandle }
  return { userIds: chosen.map(({ _id }) => _id) }
}

function Face({ person }: { person: Reachable }) {
  return (
    <Avatar
      name={nameOf(person)}
      {...(person.pageHandle !== null && { handle: person.pageHandle })}
      src={person.profileImage}
      size={32}
    />
  )
}
