/** The package describes its light build nowhere; it is the same player without what we do not use. */
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
