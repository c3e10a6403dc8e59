import type { Page } from '@playwright/test'

/** One step of the clock, in milliseconds. */
const STEP_MS = 50
const BITS = 16
/** Of its picture: each bit is a square as wide as a sixteenth. */
const WIDTH = 1280
const HEIGHT = 720

/** From now on, what this page films has the time in it, as a row of black and white squares. */
export async function burnClock(page: Page): Promise<void> {
  await page.addInitScript(
    ({ stepMs, bits, width, height }) => {
      const { mediaDevices } = navigator
      if (typeof mediaDevices === 'undefined') return
      const film = mediaDevices.getUserMedia.bind(mediaDevices)
      mediaDevices.getUserMedia = async (wanted) => {
        const filmed = await film(wanted)
        const video = document.createElement('video')
        video.muted = true
        video.srcObject = new MediaStream(filmed.getVideoTracks())
        await video.play()
        const canvas = document.createElement('canvas')
        canvas.width = width
        canvas.height = height
        const context = canvas.getContext('2d')
        const side = width / bits
        setInterval(() => {
          if (!context) return
          context.drawImage(video, 0, 0, width, height)
          const step = Math.floor(Date.now() / stepMs)
          for (let bit = 0; bit < bits; bit++) {
            context.fillStyle = Math.floor(step / 2 ** bit) % 2 === 1 ? 'white' : 'black'
            context.fillRect(bit * side, height - side, side, side)
          }
        }, stepMs / 2)
        const [track] = canvas.captureStream(20).getVideoTracks()
        return new MediaStream([...(track ? [track] : []), ...filmed.getAudioTracks()])
      }
    },
    { stepMs: STEP_MS, bits: BITS, width: WIDTH, height: HEIGHT },
  )
}

/** How long ago what a page shows was filmed, in milliseconds. */
export function shownDelay(page: Page): Promise<number> {
  return page.evaluate(
    ({ stepMs, bits }) => {
      const video = document.querySelector('video')
      const canvas = document.createElement('canvas')
      canvas.width = bits * 10
      canvas.height = Math.round((canvas.width * 9) / 16)
      const context = canvas.getContext('2d')
      if (!video || !context) return Number.NaN
      context.drawImage(video, 0, 0, canvas.width, canvas.height)
      const now = Math.floor(Date.now() / stepMs)
      let step = 0
      for (let bit = 0; bit < bits; bit++) {
        const [red = 0] = context.getImageData(bit * 10 + 5, canvas.height - 5, 1, 1).data
        if (red > 127) step += 2 ** bit
      }
      const all = 2 ** bits
      return ((((now - step) % all) + all) % all) * stepMs
    },
    { stepMs: STEP_MS, bits: BITS },
  )
}
