import type { Editor } from '@tiptap/core'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import { ArrowDown, ArrowUp, GripVertical, Plus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

import { classNames } from '#web/ui/class-names.ts'
import { Menu } from '#web/ui/menu.tsx'

import type { Writer } from '../create-writer.ts'
import { writerTexts } from '../messages.ts'
import { MENU_ACTIONS, type Surroundings } from '../tools/actions.ts'
import { moveBlock } from './move-block.ts'
import { blockAtHeight, currentBlock, removeBlock, selectBlock, topBlockAt } from './top-blocks.ts'

const texts = writerTexts.handle
/** How far beside the text a mouse still means the block at its height. */
const REACH_PX = 72
const HANDLE_PX = 32
const BUTTON = 'grid size-8 place-items-center rounded-control text-ink-faint hover:bg-wash hover:text-ink'

export type BlockHandleProps = {
  writer: Writer
  around: Surroundings
}

/**
 * The handle beside the block that the mouse is at, or that has the cursor when it comes by the Tab key. It drags, and it
 * opens a menu that does the same without a mouse; beside an empty line it is a plus that inserts. Narrow screens have no
 * room for it: their toolbar does all of that.
 */
export function BlockHandle({ writer, around }: BlockHandleProps) {
  const placeRef = useRef<HTMLDivElement>(null)
  const [index, setIndex] = useState(0)
  const [isPointed, setIsPointed] = useState(false)
  const [isDragging, setIsDragging] = useState(false)
  const [news, setNews] = useState('')
  const [hasFocus, setHasFocus] = useState(writer.isFocused)
  const count = writer.state.doc.childCount
  const node = writer.state.doc.maybeChild(index)
  const isEmptyLine = node?.type.name === 'paragraph' && node.content.size === 0

  const follow = useEffectEvent((event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || event.buttons !== 0) return
    const { left, right, top, bottom } = writer.view.dom.getBoundingClientRect()
    const isNear =
      event.clientX > left - REACH_PX &&
      event.clientX < right &&
      event.clientY > top &&
      event.clientY < bottom
    const block = isNear ? blockAtHeight(writer, event.clientY) : null
    if (block) setIndex(block.index)
    setIsPointed(isNear && (block !== null || isPointed))
  })
  const change = useEffectEvent(({ transaction }: { transaction: { docChanged: boolean } }) => {
    if (isDragging) return
    // Whoever types isn't pointing.
    if (transaction.docChanged) setIsPointed(false)
    if (transaction.docChanged || !isPointed) setIndex(writer.state.selection.$from.index(0))
  })
  useEffect(() => {
    const onMove = (event: PointerEvent) => follow(event)
    const onChange = (event: { transaction: { docChanged: boolean } }) => change(event)
    const onFocus = () => setHasFocus(true)
    const onBlur = () => setHasFocus(false)
    document.addEventListener('pointermove', onMove, { passive: true })
    writer.on('transaction', onChange)
    writer.on('focus', onFocus)
    writer.on('blur', onBlur)
    return () => {
      writer.off('focus', onFocus)
      writer.off('blur', onBlur)
      document.removeEventListener('pointermove', onMove)
      writer.off('transaction', onChange)
    }
  }, [writer])

  // After every render: what is above may have become longer.
  useLayoutEffect(() => {
    const place = placeRef.current
    const block = topBlockAt(writer, index)
    if (!place?.parentElement || !block) return
    const { top, height } = block.dom.getBoundingClientRect()
    const line = Math.min(height, Number.parseFloat(getComputedStyle(block.dom).lineHeight) || HANDLE_PX)
    place.style.top = `${top - place.parentElement.getBoundingClientRect().top + (line - HANDLE_PX) / 2}px`
  })

  function move(by: 1 | -1) {
    selectBlock(writer, index)
    if (!moveBlock(writer, by)) return
    setNews(texts.moved(index + by + 1, count))
  }
  function takeKey(event: KeyboardEvent): boolean {
    const by = { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key]
    if (by === undefined || !event.altKey) return false
    event.preventDefault()
    move(by)
    return true
  }

  function moves() {
    return (
      <Menu
        align="start"
        items={[
          {
            id: 'up',
            label: texts.up,
            icon: <ArrowUp />,
            isDisabled: index === 0,
            onSelect: () => move(-1),
          },
          {
            id: 'down',
            label: texts.down,
            icon: <ArrowDown />,
            isDisabled: index >= count - 1,
            onSelect: () => move(1),
          },
          {
            id: 'remove',
            label: texts.remove,
            icon: <Trash2 />,
            startsGroup: true,
            onSelect: () => {
              removeBlock(writer, index)
              setNews(texts.removed)
            },
          },
        ]}
        // oxlint-disable-next-line react/no-unstable-nested-components -- a render prop, not a component
        trigger={(trigger) => (
          <button
            {...trigger}
            type="button"
            aria-label={texts.label(index + 1, count)}
            title={texts.hint}
            onKeyDown={(event) => takeKey(event) || trigger.onKeyDown(event)}
            className={classNames(BUTTON, 'cursor-grab active:cursor-grabbing')}
          >
            <GripVertical aria-hidden="true" className="size-5" />
          </button>
        )}
      />
    )
  }

  return (
    <div
      ref={placeRef}
      // A wrapper: not every browser drags a button.
      draggable={!isEmptyLine}
      onDragStart={(event) => {
        setIsDragging(true)
        beginDrag(writer, index, event.dataTransfer)
      }}
      onDragEnd={() => {
        setIsDragging(false)
        endDrag(writer)
        setIndex(currentBlock(writer)?.index ?? 0)
      }}
      className={classNames(
        'absolute -start-11 transition-opacity duration-120 focus-within:opacity-100 max-lg:hidden',
        isPointed || (isEmptyLine && hasFocus) ? 'opacity-100' : 'opacity-0',
      )}
    >
      {isEmptyLine ? <Insert {...{ writer, around, index }} /> : moves()}
      <output className="sr-only">{news}</output>
    </div>
  )
}

/** What "/" inserts, beside an empty line: for whoever doesn't know the key. */
function Insert({ writer, around, index }: BlockHandleProps & { index: number }) {
  return (
    <Menu
      align="start"
      items={MENU_ACTIONS.map((action) => ({
        id: action.id,
        label: writerTexts.actions[action.id],
        icon: <action.Icon />,
        onSelect: () => {
          selectBlock(writer, index)
          action.run(writer, around)
        },
      }))}
      // oxlint-disable-next-line react/no-unstable-nested-components -- a render prop, not a component
      trigger={(trigger) => (
        <button
          {...trigger}
          type="button"
          aria-label={writerTexts.menu}
          title={writerTexts.menu}
          className={BUTTON}
        >
          <Plus aria-hidden="true" className="size-5" />
        </button>
      )}
    />
  )
}

/** Hands a block to the browser to be dragged; the text moves it to where it is dropped. */
function beginDrag(writer: Editor, index: number, transfer: DataTransfer): void {
  const block = topBlockAt(writer, index)
  if (!block) return
  const { view, state } = writer
  const selection = NodeSelection.create(state.doc, block.pos)
  view.dispatch(state.tr.setSelection(selection))
  const slice = selection.content()
  const { dom, text } = view.serializeForClipboard(slice)
  transfer.clearData()
  transfer.setData('text/html', dom.innerHTML)
  transfer.setData('text/plain', text)
  transfer.effectAllowed = 'move'
  transfer.setDragImage(block.dom, 0, 0)
  view.dragging = { slice, move: true }
}

/** Leaves a cursor in what was dragged: while all of a paragraph is selected, the next key would replace it. */
function endDrag(writer: Editor): void {
  writer.view.dragging = null
  const { doc, selection, tr } = writer.state
  if (selection instanceof NodeSelection && !selection.node.isAtom)
    writer.view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(selection.from + 1))))
  writer.view.focus()
}
