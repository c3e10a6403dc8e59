import { ChartBarBig } from 'lucide-react'
import { type RefObject, Suspense, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

import type { Poll } from '#contract/polls/poll.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { createBlocks } from '#web/features/writer/picture-blocks.ts'
import { Button } from '#web/ui/button.tsx'

import type { Editor } from './create-editor.ts'
import { postEditorTexts } from './messages.ts'
import type { PlacedPoll, PollPlaces } from './poll-block.ts'
import { QuickPoll } from './quick-poll.tsx'

const texts = postEditorTexts.polls
const PollDialog = lazyPart(async () => (await import('#web/features/polls/poll-dialog.tsx')).PollDialog)

type Form = { kind: 'new'; onAnswer: (pollId: string | null) => void } | { kind: 'change'; poll: Poll }

/** Polls in the text of the quick post: they open when it goes out. */
export function useQuickPolls(editorRef: RefObject<Editor | null>, pageHandle: string) {
  const [form, setForm] = useState<Form | null>(null)
  const [places] = useState<PollPlaces>(() => ({
    blocks: createBlocks<PlacedPoll>(),
    ask: (onAnswer) => setForm({ kind: 'new', onAnswer }),
  }))
  const placed = useSyncExternalStore(places.blocks.subscribe, places.blocks.list)

  function answer(poll: Poll | null) {
    setForm(null)
    if (form?.kind === 'new') form.onAnswer(poll?._id ?? null)
  }

  const button = (
    <Button
      size="small"
      icon={<ChartBarBig />}
      onClick={() =>
        places.ask((pollId) => {
          if (pollId !== null) editorRef.current?.addPoll(pollId)
        })
      }
    >
      {texts.add}
    </Button>
  )
  const drawn = placed.map(({ id, dom, pollId, remove }) =>
    createPortal(
      <QuickPoll pollId={pollId} onChange={(poll) => setForm({ kind: 'change', poll })} onRemove={remove} />,
      dom,
      String(id),
    ),
  )
  const dialog = form && (
    <Suspense>
      <PollDialog
        isOpen
        purpose={form.kind === 'new' ? { kind: 'for a post' } : form}
        pageHandle={pageHandle}
        onDone={answer}
        onClose={() => answer(null)}
      />
    </Suspense>
  )
  return { places, button, drawn, dialog }
}
