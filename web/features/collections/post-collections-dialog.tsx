import { useState } from 'react'

import { creatorDetails } from '#contract/creators/calls.ts'
import {
  createCollection,
  getCollection,
  getOwnCollection,
  getPostByAddress,
  listCollectionPosts,
  listCollections,
  listCollectionsForPost,
  putInCollection,
  takeOutOfCollection,
} from '#contract/posts/calls.ts'
import { collectionMessages } from '#contract/posts/collection-messages.ts'
import { COLLECTION_TITLE_MAX_LENGTH, COLLECTIONS_MAX } from '#contract/posts/limits.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { collectionTexts } from './messages.ts'

const texts = collectionTexts.ofPost

const CHANGED = [
  listCollectionsForPost,
  listCollections,
  getCollection,
  listCollectionPosts,
  getOwnCollection,
  getPostByAddress,
]

export interface PostCollectionsDialogProps {
  /** null: closed. */
  postId: string | null
  onClose: () => void
}

/** Puts a post into its creator's collections, or takes it out; each press is saved at once. */
export function PostCollectionsDialog({ postId, onClose }: PostCollectionsDialogProps) {
  const [shownId, setShownId] = useState<string | null>(null)
  // The last one stays while the dialog closes.
  if (postId !== null && postId !== shownId) setShownId(postId)
  return (
    <Dialog
      isOpen={postId !== null}
      onClose={onClose}
      title={texts.title}
      footer={<Button onClick={onClose}>{texts.done}</Button>}
    >
      {shownId && <Choice key={shownId} postId={shownId} />}
    </Dialog>
  )
}

function Choice({ postId }: { postId: string }) {
  const known = useQuery(listCollectionsForPost, { id: postId })
  const putting = useMutation(putInCollection, { refreshes: CHANGED })
  const taking = useMutation(takeOutOfCollection, { refreshes: CHANGED })
  // What was pressed is shown until the answer says the same.
  const [pressed, setPressed] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [news, setNews] = useState('')

  if (!known.data)
    return known.isError ? (
      <ErrorState title={texts.failed} onRetry={() => void known.refetch()} isRetrying={known.isFetching}>
        {known.error.message}
      </ErrorState>
    ) : (
      <SkeletonList shape="row" label={texts.loading} />
    )

  async function change({ _id, title }: { _id: string; title: string }, isIn: boolean) {
    putting.reset()
    taking.reset()
    setPressed((before) => new Map(before).set(_id, isIn))
    const done = await (isIn ? putting : taking)
      .mutateAsync({ input: { id: postId, collectionId: _id } })
      .catch(() => null)
    setPressed((before) => new Map([...before].filter(([id]) => id !== _id)))
    if (done) setNews(isIn ? texts.putIn(title) : texts.takenOut(title))
  }
  const collections = known.data
  const error = putting.error ?? taking.error
  return (
    <div className="flex flex-col gap-5">
      {error && <FormError>{error.message}</FormError>}
      {collections.length === 0 ? (
        <p className="text-base text-ink-soft">{texts.none}</p>
      ) : (
        <div>
          <p className="mb-2 text-base text-ink-soft">{texts.about}</p>
          <ul>
            {collections.map((collection) => (
              <li key={collection._id}>
                <Checkbox
                  label={
                    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
                      <span dir="auto" className="min-w-0 wrap-break-word">
                        {collection.title}
                      </span>
                      <span className="text-sm text-ink-faint">
                        {collectionTexts.postCount(collection.postCount)}
                      </span>
                    </span>
                  }
                  checked={pressed.get(collection._id) ?? collection.isIn}
                  disabled={pressed.has(collection._id)}
                  onChange={(event) => void change(collection, event.target.checked)}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
      {collections.length >= COLLECTIONS_MAX ? (
        <p className="text-sm text-ink-faint">{collectionMessages.tooMany}</p>
      ) : (
        <NewCollection postId={postId} onCreated={(title) => setNews(texts.created(title))} />
      )}
      <output className="sr-only">{news}</output>
    </div>
  )
}

/** A name is all it takes: the rest is told on its own page. */
function NewCollection({ postId, onCreated }: { postId: string; onCreated: (title: string) => void }) {
  const form = useCallForm(createCollection, {
    initial: { title: '' },
    check: ({ title }) => (title.trim() === '' ? { title: collectionMessages.titleRequired } : {}),
    input: ({ title }) => ({ title, description: '', postIds: [postId] }),
    refreshes: [...CHANGED, creatorDetails],
    onDone({ collection }) {
      form.reset()
      onCreated(collection.title)
    },
    onRefused: ({ message }) => ({ title: message }),
  })
  return (
    <form {...form.props} className="border-t border-line pt-5">
      <div className="flex items-start gap-3">
        <TextField
          {...form.field('title')}
          label={texts.newName}
          className="min-w-0 flex-1"
          autoComplete="off"
          placeholder={texts.newPlaceholder}
          maxLength={COLLECTION_TITLE_MAX_LENGTH}
        />
        <Button type="submit" className="mt-6.5" isLoading={form.isSaving}>
          {texts.create}
        </Button>
      </div>
    </form>
  )
}
