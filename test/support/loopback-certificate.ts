/** A certificate for this machine that nobody has signed, with its key. It protects nothing: whoever has this file has it too. */
export const loopbackCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgv/a6zp7sP+dfMngW
/rSDjLUOwCOKJ4qtffKKa9O/oPChRANCAARo47SKIl9qzh4qBo51kfdupX5mHgO5
lHAO9QrC1idsdMdLCChQxvBb6aGxPZitV02imlfrQLpgWcwl0Nd3a8X1
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUISdOlMsq3bRSh49I4adC4HY57tkwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyODE3NTg0NVoYDzIxMjYxMTA0
MTc1ODQ1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARo47SKIl9qzh4qBo51kfdupX5mHgO5lHAO9QrC1idsdMdLCChQxvBb
6aGxPZitV02imlfrQLpgWcwl0Nd3a8X1o28wbTAdBgNVHQ4EFgQUvoiMiu9+QCK2
sB5R9gwvS1ITrsMwHwYDVR0jBBgwFoAUvoiMiu9+QCK2sB5R9gwvS1ITrsMwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhAJMMs8mVZ2LeNK/ZMw+4w/TL5Qh/hR8aWtHw5GbISyMOAiAQ
tYSCFgNdbm5s0Rey00SRvwtS67gBheMMqqwURCi2nA==
-----END CERTIFICATE-----
`,
}
