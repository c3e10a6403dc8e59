/** The texts of choosing a part of a picture. */
export const cropTexts = {
  title: (label: string) => `Place your picture: ${label}`,
  how: 'Drag to move it, pinch or scroll to zoom. What you see in the frame is what is kept.',
  frame: (label: string) => `${label}: arrow keys move the picture, plus and minus zoom, 0 starts again`,
  frameKind: 'picture frame',
  zoom: 'Zoom',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  percent: (percent: number) => `${percent} %`,
  place: (zoom: number, across: number, down: number) =>
    `Zoom ${zoom} %, ${across} % from the left, ${down} % from the top`,
  reset: 'Reset',
  cancel: 'Cancel',
  use: 'Use this picture',
  phones: 'On phones, only the part between the dashed lines is shown.',
  small: (widthPx: number, heightPx: number) =>
    `This picture is small and will look blurred. One of at least ${widthPx} × ${heightPx} pixels looks sharp.`,
  stands: 'If this picture moves, its first frame is kept.',
} as const
