call hcl_ls#ale#define('hcldec')
