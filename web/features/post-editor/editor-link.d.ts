/** The package has no types; these are the parts we build on (version 2.6.2). */
declare module '@editorjs/link' {
  import type { API, BlockTool, BlockToolData } from '@editorjs/editorjs'

  export interface LinkMeta {
    title?: string
    description?: string
    image?: { url: string } | undefined
  }

  interface LinkData {
    link: string
    meta: LinkMeta
  }

  export default class LinkTool implements BlockTool {
    constructor(options: { data: Partial<LinkData>; config?: object; api: API; readOnly: boolean })
    static get toolbox(): { icon: string; title: string }
    api: API
    data: LinkData
    nodes: Record<'wrapper' | 'container' | 'progress' | 'input' | 'inputHolder' | 'linkContent', HTMLElement>
    render(): HTMLElement
    save(): BlockToolData<LinkData>
    validate(): boolean
    startFetching(event: Event): void
    fetchLinkData(url: string): Promise<void>
    onFetch(answer: unknown): void
    fetchingFailed(message: string): void
    showLinkPreview(meta: LinkMeta): void
    showProgress(): void
    removeErrorStyle(): void
    applyErrorStyle(): void
  }
}
