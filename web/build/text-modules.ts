/** Pages that are one long text each: their file is the module. */
const TEXT_PAGES = /^web\/screens\/(?:about|digital-delivery|privacy|refund|terms)\/[\w-]+\.tsx$/

/** Whether a file of the tree, by its path, is a module of texts: what it exports is translated. */
export function isTextModule(file: string): boolean {
  return /(?:^|[/-])messages\.tsx?$/.test(file)
}

/** Whether it is a page whose texts stand in its markup. */
export function isTextPage(file: string): boolean {
  return TEXT_PAGES.test(file)
}
