/** The page for people. It has no inline script, because the content policy forbids it. */
export const docsPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>API reference · Ovation</title>
    <link rel="icon" href="/favicon.svg" />
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
    <link rel="stylesheet" href="/api/docs/page.css" />
    <script src="/api/docs/swagger-ui-bundle.js" defer></script>
    <script src="/api/docs/page.js" defer></script>
  </head>
  <body>
    <div id="reference"></div>
  </body>
</html>
`

/** Shows the description without a form that calls the product, and in the theme of the device. */
export const docsScript = `'use strict'
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
follow()
dark.addEventListener('change', follow)
SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  supportedSubmitMethods: [],
  syntaxHighlight: { activated: false },
  validatorUrl: null,
})
`

/** Colours that can be read where those of the library are too faint, and no buttons that would ask for a secret. */
export const docsStyle = `:root { color-scheme: light dark; }
body { margin: 0; background: #fff; }
html.dark-mode body { background: #1c2022; }
.swagger-ui .auth-wrapper, .swagger-ui .authorization__btn { display: none; }
.swagger-ui .opblock .opblock-summary-method { color: #fff; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #2b4a78; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1d6b47; }
.swagger-ui .opblock.opblock-put .opblock-summary-method,
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #7a4a00; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #a11f1f; }
.swagger-ui .info .title small { background: #4a5057; }
.swagger-ui .info .title small.version-stamp { background: #3d5c00; }
.swagger-ui .info .url { color: #24539c; }
html.dark-mode .swagger-ui .info .url { color: #9cc0ff; }
.swagger-ui .parameter__in, .swagger-ui .header-col { color: #3b4151 !important; }
html.dark-mode .swagger-ui .parameter__in, html.dark-mode .swagger-ui .header-col { color: #e4e6e6 !important; }
.swagger-ui .opblock-summary { min-height: 44px; }
.swagger-ui .opblock-summary-control, .swagger-ui .opblock-tag { min-width: 0; }
@media (max-width: 600px) {
  .swagger-ui .wrapper { padding: 0 12px; }
  .swagger-ui .opblock .opblock-summary-control { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary-description { flex-basis: 100%; text-align: start; }
}
`
