/**
 * The folder of the product, in which its package file, its migrations and its built browser code are. As far from the
 * sources of the server as from what is built of them.
 */
export const projectRoot = new URL('../../', import.meta.url)
