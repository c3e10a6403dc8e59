/** The package has no types for its light build; it is the same player without the parts we don't use. */
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
