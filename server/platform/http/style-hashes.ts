/**
 * The `<style>` elements that libraries write into our pages, as sources of `style-src`: by its hash each of them is
 * allowed as it was published, and no other. After an update of a library, the journeys
 * fail on a style that is refused, and Chromium's message names its new hash.
 */
const HASHES = {
  /** The text of an element that has none yet: sonner adds its text after the element. */
  empty: '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  sonner: 'StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY=',
  editor: '0M8dkGs1lImPs3mKvCTnS1ZKxQwQ5A/LfhaSlyOM7jo=',
  editorHint: 'XJt+VG4GO/3UzuYzfgM8hXd1esyCUc8XFrjROetEixs=',
  editorNotifier: 'jWzOSiuXkc+25P/nXc5zB9eH/lP2wANF6pl026BYphc=',
  editorTooltip: 'FhlryUmtfW8PYZ9r/LTpjPahwVmevaJdc0XSm73dJlI=',
  editorHeader: 'VZ6f6kGovmiJDue3pEvYY6Ffg3RywIAYmQaHAGX4hrg=',
  editorLink: 'OidFiEvXuZI/7Gx6tnz6kLASwy7C0TSKIm2xKwV8AlM=',
  editorList: 'rCIjR3ql9b60W2yWHHvfk5+hvurAQM+LTnmKIHnAV2k=',
  editorParagraph: '3xk/4vimQaPGDuOrm0sl2iNXKnKRY3vf/hBJwXH/wjg=',
}

export const STYLE_HASHES: readonly string[] = Object.values(HASHES).map((hash) => `'sha256-${hash}'`)
