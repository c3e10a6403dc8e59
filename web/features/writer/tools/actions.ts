import {
  ArrowDown,
  ArrowUp,
  Bold,
  ChartBarBig,
  Film,
  Code,
  Heading2,
  Heading3,
  Images,
  Italic,
  Link,
  List,
  ListOrdered,
  Lock,
  type LucideIcon,
  MousePointerClick,
  PanelsTopLeft,
  Quote,
  Redo2,
  SeparatorHorizontal,
  Undo2,
  Video,
} from 'lucide-react'

import type { Writer } from '../create-writer.ts'
import { insertBlocks } from './insert-blocks.ts'
import type { InsertionKind } from './insertions.ts'
import { writerTexts } from '../messages.ts'

const texts = writerTexts.actions

/** What an action may do beside changing the text. */
export interface Surroundings {
  ask: (kind: InsertionKind) => void
  pickFiles: (kind: 'image' | 'player') => void
  addEmbed: () => void
  addPoll: () => void
}

export interface WriterAction {
  id: keyof typeof texts
  Icon: LucideIcon
  /** Whether it holds where the cursor is; absent: it inserts something. */
  isOn?: (writer: Writer) => boolean
  isPossible?: (writer: Writer) => boolean
  /** Also in the menu that "/" opens. */
  isInMenu?: boolean
  /** Begins a group of the toolbar. */
  startsGroup?: boolean
  run: (writer: Writer, around: Surroundings) => void
}

const heading = (level: 2 | 3, Icon: LucideIcon): WriterAction => ({
  id: level === 2 ? 'heading' : 'subheading',
  Icon,
  isInMenu: true,
  isOn: (writer) => writer.isActive('heading', { level }),
  run: (writer) => writer.chain().focus().toggleHeading({ level }).run(),
})

async function moveAndFocus(writer: Writer, by: 1 | -1): Promise<void> {
  // It is in the editor's chunk, which has loaded by now.
  const { moveBlock } = await import('../moving/move-block.ts')
  moveBlock(writer, by)
  writer.commands.focus()
}

/** Moves the block with the cursor: for fingers, and for whoever doesn't know the keys. */
const move = (by: 1 | -1, Icon: LucideIcon): WriterAction => ({
  id: by === -1 ? 'moveUp' : 'moveDown',
  Icon,
  isPossible: ({ state }) => state.doc.maybeChild(state.selection.$from.index(0) + by) !== null,
  run: (writer) => void moveAndFocus(writer, by),
})

/** Everything the full page's toolbar offers, in its order. */
export const ACTIONS: readonly WriterAction[] = [
  {
    id: 'bold',
    Icon: Bold,
    isOn: (writer) => writer.isActive('bold'),
    run: (writer) => writer.chain().focus().toggleBold().run(),
  },
  {
    id: 'italic',
    Icon: Italic,
    isOn: (writer) => writer.isActive('italic'),
    run: (writer) => writer.chain().focus().toggleItalic().run(),
  },
  {
    id: 'link',
    Icon: Link,
    isInMenu: true,
    isOn: (writer) => writer.isActive('link'),
    run: (_writer, { ask }) => ask('link'),
  },
  { ...heading(2, Heading2), startsGroup: true },
  heading(3, Heading3),
  {
    id: 'bullets',
    Icon: List,
    startsGroup: true,
    isInMenu: true,
    isOn: (writer) => writer.isActive('bulletList'),
    run: (writer) => writer.chain().focus().toggleBulletList().run(),
  },
  {
    id: 'numbers',
    Icon: ListOrdered,
    isInMenu: true,
    isOn: (writer) => writer.isActive('orderedList'),
    run: (writer) => writer.chain().focus().toggleOrderedList().run(),
  },
  {
    id: 'quote',
    Icon: Quote,
    isInMenu: true,
    isOn: (writer) => writer.isActive('blockquote'),
    run: (writer) => writer.chain().focus().toggleBlockquote().run(),
  },
  {
    id: 'code',
    Icon: Code,
    isInMenu: true,
    isOn: (writer) => writer.isActive('codeBlock'),
    run: (writer) => writer.chain().focus().toggleCodeBlock().run(),
  },
  {
    id: 'divider',
    Icon: SeparatorHorizontal,
    isInMenu: true,
    run: (writer) => writer.chain().focus().setHorizontalRule().run(),
  },
  {
    id: 'paywall',
    Icon: Lock,
    isInMenu: true,
    run: (writer) => insertBlocks(writer, [{ type: 'paywall' }]),
  },
  {
    id: 'pictures',
    Icon: Images,
    startsGroup: true,
    isInMenu: true,
    run: (_writer, { pickFiles }) => pickFiles('image'),
  },
  { id: 'players', Icon: Film, isInMenu: true, run: (_writer, { pickFiles }) => pickFiles('player') },
  { id: 'embed', Icon: Video, isInMenu: true, run: (_writer, { addEmbed }) => addEmbed() },
  { id: 'poll', Icon: ChartBarBig, isInMenu: true, run: (_writer, { addPoll }) => addPoll() },
  { id: 'card', Icon: PanelsTopLeft, isInMenu: true, run: (_writer, { ask }) => ask('card') },
  { id: 'button', Icon: MousePointerClick, isInMenu: true, run: (_writer, { ask }) => ask('button') },
  { ...move(-1, ArrowUp), startsGroup: true },
  move(1, ArrowDown),
  {
    id: 'undo',
    Icon: Undo2,
    startsGroup: true,
    isPossible: (writer) => writer.can().undo(),
    run: (writer) => writer.chain().focus().undo().run(),
  },
  {
    id: 'redo',
    Icon: Redo2,
    isPossible: (writer) => writer.can().redo(),
    run: (writer) => writer.chain().focus().redo().run(),
  },
]

const QUICK = new Set<WriterAction['id']>([
  'bold',
  'italic',
  'link',
  'heading',
  'subheading',
  'bullets',
  'numbers',
  'quote',
  'poll',
  'card',
])

/** What the dialog offers, whose one picture, video or audio has buttons of its own. */
export const QUICK_ACTIONS: readonly WriterAction[] = ACTIONS.filter(({ id }) => QUICK.has(id))

export const MENU_ACTIONS: readonly WriterAction[] = ACTIONS.filter(({ isInMenu }) => isInMenu)
