export const lightboxTexts = {
  label: 'Pictures of the post',
  previous: 'Previous picture',
  next: 'Next picture',
  close: 'Close',
  position: (number: number, count: number) => `${number} of ${count}`,
  notLoaded: 'This picture could not be loaded.',
} as const
