/** Where Prometheus reads the metrics. They are text and no endpoint of the API. */
export const metricsPath = '/metrics'
