/** The texts around picking a picture. `label` names what the picture is for. */
export const imagePickerTexts = {
  acceptedKinds: 'JPEG, PNG, WebP, AVIF or GIF, up to 10 MB',
  /** The advice is its own sentence. */
  help: (advice: string, acceptedKinds: string) => `${advice} ${acceptedKinds}.`,
  choose: 'Choose a picture',
  chooseAnother: 'Choose another',
  chosenFor: (label: string) => `for ${label}`,
  undo: 'Undo',
  remove: 'Remove',
  keep: 'Keep',
  pictureFor: (label: string) => `the picture for ${label}`,
} as const
