import { encodeQR } from 'qr'

/** Light modules around a QR code, without which a camera doesn't find it (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** A QR code as the path of an SVG: a bar for each run of dark modules in a row. */
export function qrPath(text: string): { size: number; path: string } {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE })
  const bars = modules.flatMap((row, y) => {
    const line = row.map((isDark) => (isDark ? '#' : '.')).join('')
    return [...line.matchAll(/#+/g)].map(
      ({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
    )
  })
  return { size: modules.length, path: bars.join('') }
}
