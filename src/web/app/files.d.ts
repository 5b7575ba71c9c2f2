/// <reference types="vite/types/importMeta.d.ts" />

/** A style sheet's class names, each one an export. A build that imports a name which the sheet lacks fails. */
declare module '*.module.css' {
  const classes: { readonly [name: string]: string }
  export = classes
}

declare module '*.css' {}

declare module '*?raw' {
  const text: string
  export = text
}

declare module '*?url' {
  const address: string
  export = address
}
