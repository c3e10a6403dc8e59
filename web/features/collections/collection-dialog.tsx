import { useEffect, useState } from 'react'
import * as z from 'zod/mini'

import { creatorDetails } from '#contract/creators/calls.ts'
import {
  createCollection,
  getCollection,
  getOwnCollection,
  listCollectionPosts,
  listCollections,
  updateCollection,
} from '#contract/posts/calls.ts'
import { collectionForm } from '#contract/posts/collection-rules.ts'
import { COLLECTION_DESCRIPTION_MAX_LENGTH, COLLECTION_TITLE_MAX_LENGTH } from '#contract/posts/limits.ts'
import { collectionMessages } from '#contract/posts/collection-messages.ts'
import { useQuery } from '#web/api/queries.ts'
import { fieldErrors } from '#web/features/form/field-errors.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

import { AddPosts } from './add-posts.tsx'
import { type Arranged, ArrangedPosts } from './arranged-posts.tsx'
import type { Collection } from './collection.ts'
import { collectionTexts } from './messages.ts'

const texts = collectionTexts.dialog
const rules = z.object(collectionForm)

export type CollectionDialogProps = {
  isOpen: boolean
  /** null: a new one. */
  collection: Collection | null
  onClose: () => void
}

/** Makes or changes a collection: its name, its posts and their order, saved together. */
export function CollectionDialog({ isOpen, collection, onClose }: CollectionDialogProps) {
  const [isSaving, setIsSaving] = useState(false)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      canDismiss={!isSaving}
      size="large"
      title={collection ? texts.title : texts.newTitle}
    >
      {collection ? (
        <Existing collection={collection} onSaving={setIsSaving} onClose={onClose} />
      ) : (
        <CollectionForm collection={null} posts={[]} onSaving={setIsSaving} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface Closing {
  onSaving: (isSaving: boolean) => void
  onClose: () => void
}

function Existing({ collection, ...closing }: Closing & { collection: Collection }) {
  const query = useQuery(getOwnCollection, { collectionId: collection._id })
  // An answer read anew, for instance when the window comes back to the front, must not undo what was typed.
  const [isOpened, setIsOpened] = useState(false)
  if (!isOpened && query.data && !query.isFetching) setIsOpened(true)
  if (isOpened && query.data)
    return <CollectionForm collection={query.data.collection} posts={query.data.posts} {...closing} />
  if (query.error)
    return (
      <ErrorState
        title={collectionTexts.oneFailed}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      >
        {query.error.message}
      </ErrorState>
    )
  return <SkeletonList label={texts.loading} />
}

function CollectionForm({
  collection,
  posts: before,
  onSaving,
  onClose,
}: Closing & { collection: Collection | null; posts: readonly Arranged[] }) {
  const [posts, setPosts] = useState(before)
  const [news, setNews] = useState('')
  const form = useCallForm(collection ? updateCollection : createCollection, {
    initial: { title: collection?.title ?? '', description: collection?.description ?? '' },
    check: (values) => fieldErrors(rules, values),
    input(values) {
      const input = { ...values, postIds: posts.map(({ _id }) => _id) }
      return collection ? { collectionId: collection._id, ...input } : input
    },
    refreshes: [listCollections, getCollection, listCollectionPosts, getOwnCollection, creatorDetails],
    onDone() {
      toast.success(collectionMessages.saved)
      onClose()
    },
  })
  useEffect(() => onSaving(form.isSaving), [form.isSaving, onSaving])

  return (
    <form {...form.props} className="flex flex-col gap-6">
      <FormError>{form.problem}</FormError>
      <TextField
        {...form.field('title')}
        label={texts.name}
        autoComplete="off"
        aria-required
        data-autofocus
        maxLength={COLLECTION_TITLE_MAX_LENGTH}
      />
      <TextArea
        {...form.field('description')}
        label={texts.description}
        hint={texts.optional}
        rows={3}
        characterLimit={COLLECTION_DESCRIPTION_MAX_LENGTH}
      />
      <ArrangedPosts posts={posts} onChange={setPosts} onNews={setNews} />
      <AddPosts
        chosen={posts}
        onAdd={(post, added) => {
          setPosts([...posts, post])
          setNews(added)
        }}
      />
      <output className="sr-only">{news}</output>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button onClick={onClose} disabled={form.isSaving}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="primary" isLoading={form.isSaving}>
          {collection ? texts.save : texts.create}
        </Button>
      </div>
    </form>
  )
}
