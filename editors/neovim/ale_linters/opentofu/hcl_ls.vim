call hcl_ls#ale#define('opentofu')
