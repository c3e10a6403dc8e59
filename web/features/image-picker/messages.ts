import { readAloud } from '#contract/rich-text.ts'

/** The texts around picking a picture. `label` names what the picture is for. */
export const imagePickerTexts = {
  acceptedKinds: 'JPEG, PNG, WebP, AVIF or GIF, up to 10 MB.',
  /** The advice is its own sentence. */
  help: (advice: string, acceptedKinds: string) => `${advice} ${acceptedKinds}`,
  /** Of the one button that stands on a picture. */
  change: (label: string) => `Change ${label.toLowerCase()}`,
  choose: (label: string) => `Choose a picture${readAloud(` for ${label}`)}`,
  chooseAnother: (label: string) => `Choose another${readAloud(` for ${label}`)}`,
  adjust: (label: string) => `Adjust${readAloud(` the picture for ${label}`)}`,
  undo: (label: string) => `Undo${readAloud(` the picture for ${label}`)}`,
  remove: (label: string) => `Remove${readAloud(` the picture for ${label}`)}`,
  keep: (label: string) => `Keep${readAloud(` the picture for ${label}`)}`,
} as const
