import { encode } from 'uqr'
import styles from './profile.module.css'

/** Squares of quiet around it, as ISO/IEC 18004 asks. */
const BORDER = 4

/**
 * A text as a QR code, always dark on light, whatever the theme, as cameras want it. Who cannot see it is given the same
 * text beside it.
 */
export function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER })
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" shapeRendering="crispEdges" />
    </svg>
  )
}
