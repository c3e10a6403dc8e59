import { useState } from 'react'
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
import { useMutation, useQuery } from '#web/api/queries.ts'
import { useDialogForm } from '#web/features/dialog-form/use-dialog-form.ts'
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
const form = z.object(collectionForm)

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
  const { formRef, errors, values, problem, isSaving, set, save } = useDialogForm(
    form,
    () => ({
      title: collection?.title ?? '',
      description: collection?.description ?? '',
    }),
    onSaving,
  )
  const [posts, setPosts] = useState(before)
  const [news, setNews] = useState('')
  const refreshes = [listCollections, getCollection, listCollectionPosts, getOwnCollection, creatorDetails]
  const creation = useMutation(createCollection, { refreshes })
  const change = useMutation(updateCollection, { refreshes })

  async function send(given: typeof values) {
    const input = { ...given, postIds: posts.map(({ _id }) => _id) }
    await (collection
      ? change.mutateAsync({ input: { collectionId: collection._id, ...input } })
      : creation.mutateAsync({ input }))
    toast.success(collectionMessages.saved)
    onClose()
  }

  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={(event) => void save(event, send)}
      className="flex flex-col gap-6"
    >
      <FormError>{problem}</FormError>
      <TextField
        label={texts.name}
        name="title"
        autoComplete="off"
        aria-required
        data-autofocus
        maxLength={COLLECTION_TITLE_MAX_LENGTH}
        value={values.title}
        error={errors['title'] ?? null}
        onChange={(event) => set({ title: event.target.value })}
      />
      <TextArea
        label={texts.description}
        name="description"
        hint={texts.optional}
        rows={3}
        characterLimit={COLLECTION_DESCRIPTION_MAX_LENGTH}
        value={values.description}
        error={errors['description'] ?? null}
        onChange={(event) => set({ description: event.target.value })}
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
        <Button onClick={onClose} disabled={isSaving}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="primary" isLoading={isSaving}>
          {collection ? texts.save : texts.create}
        </Button>
      </div>
    </form>
  )
}
