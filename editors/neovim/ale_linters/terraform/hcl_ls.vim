call hcl_ls#ale#define('terraform')
