import { Maximize2 } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'

import { creatorDetails } from '#contract/creators/calls.ts'
import { postMessages as messages } from '#contract/posts/messages.ts'
import { createPost, getPosts, getPostsByPageHandle } from '#contract/posts/calls.ts'
import { inSentences } from '#contract/sentences.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/queries.ts'
import { useFormErrors } from '#web/features/form/use-form-errors.ts'
import { isAudienceFine } from '#web/features/audience-editor/audience-editor.tsx'
import type { Plan } from '#web/features/plan-cards/plan-price.ts'
import { FilesField } from '#web/features/post-files/files-field.tsx'
import { filesInput, problemOfFiles } from '#web/features/post-files/sendable-files.ts'
import type { useFiles } from '#web/features/post-files/use-files.ts'
import { AttachmentField } from '#web/features/uploader/attachment-field.tsx'
import type { AttachmentInHand } from '#web/features/uploader/use-attachment.ts'
import { navigate } from '#web/routing/navigate.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SpinnerRing } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.tsx'

import { AudienceField, audienceInput, withPlans } from './audience-field.tsx'
import { hasContent, isTooLong } from './blocks.ts'
import type { Editor } from './create-editor.ts'
import { EditorArea } from './editor-area.tsx'
import { postEditorTexts as texts } from './messages.ts'
import { EDITOR_NOTICE_MS } from './notice-time.ts'
import { attachedInput, describeAttached, useSendable } from './send-attachment.ts'
import { useDraft } from './use-draft.ts'
import { useFullPage } from './use-full-page.ts'
import { useQuickPolls } from './use-quick-polls.tsx'

export type ComposerProps = {
  isOpen: boolean
  pageHandle: string
  plans: readonly Plan[]
  attachment: AttachmentInHand
  postFiles: ReturnType<typeof useFiles>
  onClose: () => void
}

/** One post being written: its audience, its content, and the way out. */
export function Composer({ isOpen, pageHandle, plans, attachment, postFiles, onClose }: ComposerProps) {
  const editorRef = useRef<Editor | null>(null)
  const written = useDraft(pageHandle)
  const creation = useMutation(createPost, { refreshes: [creatorDetails, getPostsByPageHandle, getPosts] })
  const { draft } = written
  const form = useFormErrors()
  const fullPage = useFullPage()
  const polls = useQuickPolls(editorRef, pageHandle)
  const [filesProblem, setFilesProblem] = useState<string | null>(null)
  const sending = useSendable(attachment, form, () => void publish())
  const isUploading = creation.isPending || sending.isAwaited
  // A picture, a video or a file to download speaks for itself.
  const hasFile = attachment.attached !== null || postFiles.files.length > 0
  const canPublish = hasFile || hasContent(draft.content)
  // If the plan is gone when a draft is restored, it must not be sent, nor silently become "free".
  const audience = withPlans(draft.audience, plans)
  const isPlanGone = !audience && draft.planId !== '' && !plans.some((plan) => plan._id === draft.planId)
  const [now] = useState(() => new Date())
  const canSend = canPublish && !isPlanGone && (!audience || isAudienceFine(audience, now))

  async function publish() {
    if (creation.isPending || !canSend) return
    if (!sending.isSendable()) return
    const trouble = problemOfFiles(
      postFiles.files,
      plans.map(({ _id }) => _id),
    )
    setFilesProblem(trouble)
    if (trouble !== null) return
    try {
      // The editor reports changes in batches; the latest words may not have been reported yet.
      const content = (await editorRef.current?.read()) ?? draft.content
      if (isTooLong(content)) return fail(messages.contentTooLong)
      await describeAttached(attachment)
      await creation.mutateAsync({
        input: {
          content,
          ...audienceInput({ planId: draft.planId, audience }),
          files: filesInput(postFiles.files),
          ...attachedInput(attachment),
        },
      })
      written.forget()
      attachment.release()
      postFiles.inHand.release()
      toast.success(messages.created)
      onClose()
    } catch (error) {
      fail(error instanceof CallError ? error.message : null)
    }
  }

  function fail(reason: string | null) {
    const description = inSentences(reason ?? '', texts.draftKept)
    toast.error(messages.createFailed, { description, durationMs: EDITOR_NOTICE_MS })
  }

  async function writeFullPage() {
    const content = (await editorRef.current?.read()) ?? draft.content
    // A plan that is gone stays named: the full page asks for another before anything is published.
    const draftId = await fullPage.open({ ...draft, content, attachment })
    if (draftId === null) return fail(texts.fullPageFailed)
    written.forget()
    // A file still on its way stays in the dialog.
    if (attachment.stage === null || attachment.stage === 'usable') attachment.release()
    onClose()
    navigate(`/${pageHandle}/write/${draftId}`)
  }

  async function leave() {
    sending.stopAwaiting()
    const content = await editorRef.current?.read()
    if (content) written.change({ content })
    onClose()
  }

  return (
    <>
      <Dialog
        isOpen={isOpen}
        onClose={() => void leave()}
        canDismiss={!creation.isPending}
        size="large"
        title={texts.title}
        footer={
          <>
            <Button
              variant="quiet"
              className="sm:me-auto"
              icon={<Maximize2 />}
              isLoading={fullPage.isPending}
              onClick={() => void writeFullPage()}
            >
              {texts.fullPage}
            </Button>
            <Button onClick={() => void leave()} disabled={creation.isPending}>
              {texts.cancel}
            </Button>
            <Button
              variant="primary"
              className="sm:min-w-40"
              disabled={!canSend}
              aria-busy={isUploading}
              icon={isUploading ? <SpinnerRing size={18} /> : undefined}
              onClick={() => void publish()}
            >
              {isUploading ? messages.uploading : messages.publish}
            </Button>
          </>
        }
      >
        {/* A form, so a stray press outside doesn't close the dialog; only the button publishes. */}
        <form ref={form.formRef} className="flex flex-col gap-5" onSubmit={(event) => event.preventDefault()}>
          <AudienceField
            choice={{ planId: draft.planId, audience }}
            plans={plans}
            isPlanGone={isPlanGone}
            now={now}
            onChange={(choice) => written.change(choice)}
          />
          <EditorArea
            label={texts.editor.label}
            placeholder={texts.editor.placeholder}
            help={texts.editor.help}
            initialContent={written.restored?.content ?? null}
            onChange={(content) => written.change({ content })}
            polls={polls.places}
            editorRef={editorRef}
          />
          <div className="-mt-3">{polls.button}</div>
          <AttachmentField attachment={attachment} error={sending.error} />
          <FilesField {...postFiles} plans={plans} error={filesProblem} />
          <DraftLine written={written} hasFile={hasFile} editorRef={editorRef} />
        </form>
      </Dialog>
      {polls.drawn}
      {/* The text's form doesn't hold the poll's. */}
      {polls.dialog}
    </>
  )
}

function DraftLine({
  written,
  hasFile,
  editorRef,
}: {
  written: ReturnType<typeof useDraft>
  hasFile: boolean
  editorRef: RefObject<Editor | null>
}) {
  const canDiscard = hasContent(written.draft.content)
  return (
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-3">
      <output className="text-sm text-ink-faint">{draftText(written, { canDiscard, hasFile })}</output>
      {canDiscard ? (
        <Button
          size="small"
          variant="quiet"
          onClick={() => {
            written.discard()
            void editorRef.current?.write(null)
          }}
        >
          {texts.draft.discard}
        </Button>
      ) : (
        written.discarded && (
          <Button
            size="small"
            onClick={() => {
              const content = written.undoDiscard()
              void editorRef.current?.write(content)
            }}
          >
            {texts.draft.undo}
          </Button>
        )
      )}
    </div>
  )
}

function draftText(
  { isKept, restored, discarded }: ReturnType<typeof useDraft>,
  { canDiscard, hasFile }: { canDiscard: boolean; hasFile: boolean },
): string {
  if (!canDiscard) return discarded ? texts.draft.discarded : hasFile ? '' : texts.draft.empty
  if (!isKept) return texts.draft.notKept
  return restored ? texts.draft.restored : texts.draft.kept
}
