declare module 'subset-font' {
  interface Options {
    readonly targetFormat: 'woff2'
    readonly variationAxes: Readonly<Record<string, { readonly min: number; readonly max: number }>>
    /** Four letters each; all others are left out. */
    readonly keepFeatures: readonly string[]
  }
  function subsetFont(font: Buffer, characters: string, options: Options): Promise<Buffer>
  export = subsetFont
}
