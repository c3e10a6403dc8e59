import type { EditorContent } from '../blocks/blocks.ts'

import { htmlToEdit } from '../blocks/block-html.ts'
import type { Writer } from '../create-writer.ts'

/** What a dialog asks about before something is inserted. */
export type InsertionKind = 'link' | 'card' | 'button'

/** What the dialog begins with: of the thing under the cursor, or empty. */
export interface Insertion {
  kind: InsertionKind
  link: string
  text: string
  /** There is one already: it is changed. */
  isThere: boolean
}

function attribute(attributes: Record<string, unknown>, name: string): string {
  const value = attributes[name]
  return typeof value === 'string' ? value : ''
}

/** What to ask for a new link, card or button where the cursor is. */
export function insertionAt(writer: Writer, kind: InsertionKind): Insertion {
  if (kind !== 'link') return { kind, link: '', text: '', isThere: false }
  const isThere = writer.isActive('link')
  return { kind, link: attribute(writer.getAttributes('link'), 'href'), text: '', isThere }
}

/** What to ask about the selected card or button; null: neither is selected. */
export function selectedInsertion(writer: Writer): Insertion | null {
  if (writer.isActive('linkCard'))
    return {
      kind: 'card',
      link: attribute(writer.getAttributes('linkCard'), 'link'),
      text: '',
      isThere: true,
    }
  if (!writer.isActive('postButton')) return null
  const attributes = writer.getAttributes('postButton')
  return {
    kind: 'button',
    link: attribute(attributes, 'link'),
    text: attribute(attributes, 'text'),
    isThere: true,
  }
}

/** An address as people type it; null: it is none. */
export function addressOf(typed: string): string | null {
  const text = typed.trim()
  if (/^(?:https?:\/\/|mailto:)\S+$/i.test(text)) return text
  if (text.includes('@') && !/[\s/]/.test(text)) return `mailto:${text}`
  return /^[^\s/:.]+\.[^\s:]+$/.test(text) ? `https://${text}` : null
}

/** Links the selection, or writes the address where the cursor is. */
export function insertLink(writer: Writer, href: string): void {
  const chain = writer.chain().focus()
  if (!writer.isActive('link') && writer.state.selection.empty) {
    const shown = href.replace(/^(?:https?:\/\/|mailto:)/i, '')
    chain
      .insertContent({ type: 'text', text: shown, marks: [{ type: 'link', attrs: { href } }] })
      .unsetMark('link')
      .run()
  } else chain.extendMarkRange('link').setLink({ href }).run()
}

export function removeLink(writer: Writer): void {
  writer.chain().focus().extendMarkRange('link').unsetLink().run()
}

/** Inserts a card or a button, or changes the selected one. */
export function insertNode(
  writer: Writer,
  type: 'linkCard' | 'postButton',
  attributes: Record<string, string>,
): void {
  if (writer.isActive(type)) writer.chain().focus().updateAttributes(type, attributes).run()
  else writer.chain().focus().insertContent({ type, attrs: attributes }).run()
}

/** Replaces the whole text; it can be undone like any other change. */
export function replaceContent(writer: Writer, content: EditorContent): void {
  writer.commands.setContent(htmlToEdit(content), { emitUpdate: false })
}
