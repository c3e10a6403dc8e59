import LinkTool, { type LinkMeta } from '@editorjs/link'

import { postMessages as messages } from '#contract/posts/messages.ts'
import { linkPreview } from '#contract/posts/calls.ts'
import { call } from '#web/api/call.ts'
import { toast } from '#web/ui/toast.tsx'

import { postEditorTexts as texts } from './messages.ts'
import { EDITOR_NOTICE_MS } from './notice-time.ts'

/**
 * The editor's link block using our own call, which sends the session along. Its errors are in the block itself, and in our
 * toasts: the editor's own notices would be hidden behind the dialog.
 */
export class LinkBlock extends LinkTool {
  private readonly note = document.createElement('p')

  override render(): HTMLElement {
    const wrapper = super.render()
    this.note.className = 'post-editor-link-error'
    this.note.setAttribute('role', 'alert')
    this.nodes.input.setAttribute('role', 'textbox')
    this.nodes.input.setAttribute('aria-label', texts.editor.linkAddress)
    return wrapper
  }

  override async fetchLinkData(url: string): Promise<void> {
    this.showProgress()
    this.data = { ...this.data, link: url }
    try {
      this.onFetch(await call(linkPreview, { url: url.trim() }))
    } catch {
      this.fetchingFailed(messages.linkNotFetched)
    }
  }

  // Another site's picture is left out: our policy loads none, and it would tell that site who is writing.
  override showLinkPreview(meta: LinkMeta): void {
    super.showLinkPreview({ ...meta, image: undefined })
  }

  // The tool's own two sentences already match the spec.
  override fetchingFailed(message: string): void {
    this.applyErrorStyle()
    this.note.textContent = message
    this.nodes.inputHolder.append(this.note)
    toast.error(message, { durationMs: EDITOR_NOTICE_MS })
  }

  override removeErrorStyle(): void {
    super.removeErrorStyle()
    this.note.remove()
  }
}
